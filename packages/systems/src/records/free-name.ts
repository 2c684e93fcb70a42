/** Returns the name, with `-again` appended as often as needed to make it unique. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  return isTaken(name) ? freeName(`${name}-again`, isTaken) : name
}
