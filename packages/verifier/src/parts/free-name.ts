/** The name, with `-again` after it as often as it is taken. */
export const freeName = (name: string, isTaken: (name: string) => boolean): string =>
  isTaken(name) ? freeName(`${name}-again`, isTaken) : name
