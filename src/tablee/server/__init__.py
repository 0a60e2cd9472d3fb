"""The live tables as a service: HTTP and WebSocket on one side, the database on the other.

messages   what goes over the wire
app        HTTP and sockets
hall       the tables that are open in this process, and who looks at them
company    the bots, at a human pace
people     guests, by token
store      the database
schema     and its migrations
settings   how it is set up
"""
