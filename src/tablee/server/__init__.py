"""The live tables as a service: HTTP and WebSocket on one side, the database on the other.

app        put together: what a running server holds
http       the endpoints; endpoint: how one is made
sockets    a client's socket
messages   what goes over it
types      the same as JSON Schema, TypeScript and OpenAPI
hall       the tables that are open in this process; room: one of them, and who looks at it
lobby      the public tables, as anybody is told of them; answers: kept for a moment
company    the bots, at a human pace; workshop: where their search is compiled
shares     who is next, where many want something done
claims     who is first, in a game in real time; wire: how long a client's is
timers     who has run out of time; clock: the time of day
people     guests, by token; devices: what they are called; doorkeeper: who may stay connected
conduct    who is banned, blocked, reported
store      the database; schema: its migrations; database, checkup: what may be wrong with it
results    what came of a match; ratings: and what that makes of somebody
standings  how people stand; replays: a match again, as a seat saw it
reviews    what the coach makes of a match; reviewer: in a process beside this one
outage     what is away for a while: told when that begins and when it ends
bus        how several processes hear of each other
limits     how much one may ask for
metrics    figures; logs: lines
settings   how it is set up
"""
