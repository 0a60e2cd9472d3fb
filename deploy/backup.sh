#!/bin/sh
# Copies of a PostgreSQL database in /backups (or $BACKUPS): one now and one a day, each kept for $KEEP days. With `once`
# it makes one and ends. Which database: $PGHOST, $PGUSER, $PGPASSWORD, $PGDATABASE. To put one back:
#
#     pg_restore --clean --if-exists --no-owner --single-transaction --exit-on-error --dbname=tablee FILE

set -eu
umask 077 # everybody's cards are in them
folder=${BACKUPS:-/backups}
keep=${KEEP:-14}

rm -f "$folder"/tablee-*.part # of one that was stopped in the middle
while :; do
    file=$folder/tablee-$(date -u +%Y-%m-%dT%H%M).dump
    # Whole or not there: a copy that breaks off must never look like one.
    if pg_dump --format=custom --file="$file.part" && pg_restore --list "$file.part" >/dev/null && mv "$file.part" "$file"; then
        echo "copied to $file"
        find "$folder" -name 'tablee-*.dump' -mtime "+$keep" -delete
        pause=86400
    else
        rm -f "$file.part"
        if [ "${1:-}" = once ]; then
            echo "no copy was made" >&2
            exit 1
        fi
        echo "no copy was made: tried again in a minute" >&2
        pause=60
    fi
    [ "${1:-}" = once ] && exit 0
    sleep "$pause" &
    wait $!
done
