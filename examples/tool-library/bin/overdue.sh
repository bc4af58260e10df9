#!/bin/sh
# Lists the loans that are late, the oldest first.
#
# The loans are lines of "due-day tag card", for example "2026-03-14 0417 229".
# Pass the file that holds them; today's date can be given for a dry run.
set -eu

loans=${1:?usage: overdue.sh LOANS [TODAY]}
today=${2:-$(date +%F)}

# Dates in this form sort as text, so no date arithmetic is needed.
awk -v today="$today" '$1 < today' "$loans" | sort
