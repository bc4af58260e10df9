"""What a late loan costs."""

from datetime import date, timedelta

CLOSED_WEEKDAYS = {0, 6}  # Monday and Sunday
PENCE_A_DAY = 50
MOST_PENCE = 2000


def open_days_late(due: date, returned: date) -> int:
    """Count the days after the due day on which the counter was open."""
    days = (returned - due).days
    later = (due + timedelta(days=number) for number in range(1, days + 1))
    return sum(day.weekday() not in CLOSED_WEEKDAYS for day in later)


def late_fee(due: date, returned: date, pays_half: bool = False) -> int:
    """Return the fee in pence; members who receive a benefit pay half."""
    fee = min(open_days_late(due, returned) * PENCE_A_DAY, MOST_PENCE)
    # The till takes whole pence, so half of an odd fee is rounded down.
    return fee // 2 if pays_half else fee
