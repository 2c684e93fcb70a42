/** The name, with `-again` after it as often as it is taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  return isTaken(name) ? freeName(`${name}-again`, isTaken) : name
}
