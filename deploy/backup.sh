#!/bin/sh
# Copies of a PostgreSQL database in /backups (or $BACKUPS): one now and one a day, each kept for $KEEP days. With `once`
# it makes one and ends. Which database: $PGHOST, $PGUSER, $PGPASSWORD, $PGDATABASE. To put one back:
#
#     pg_restore --clean --if-exists --no-owner --exit-on-error --dbname=tablee tablee-2026-11-19T0300.dump

set -eu
folder=${BACKUPS:-/backups}
keep=${KEEP:-14}

while :; do
    file=$folder/tablee-$(date -u +%Y-%m-%dT%H%M).dump
    # Whole or not there: a copy that breaks off must never look like one.
    if pg_dump --format=custom --file="$file.part" && pg_restore --list "$file.part" >/dev/null && mv "$file.part" "$file"; then
        echo "copied to $file"
        find "$folder" -name 'tablee-*.dump' -mtime "+$keep" -delete
        pause=86400
    else
        echo "no copy was made: tried again in a minute" >&2
        [ "${1:-}" = once ] && exit 1
        pause=60
    fi
    [ "${1:-}" = once ] && exit 0
    sleep "$pause" &
    wait $!
done
