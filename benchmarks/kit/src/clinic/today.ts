/** The date of all tasks, and the instant at which their clocks start: 8:00 in Chicago. */
export const today = '2026-03-02'
export const startsAt = `${today}T14:00:00Z`
