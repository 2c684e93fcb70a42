/** The English month names and their abbreviations, numbered from 1. */
export const months: ReadonlyMap<string, number> = /* @__PURE__ */ numbered(
  'january february march april may june july august september october november december',
  1,
  [['sept', 9]],
)

/** The Spanish month names and their abbreviations, numbered from 1. */
export const spanishMonths: ReadonlyMap<string, number> = /* @__PURE__ */ numbered(
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  1,
  [['setiembre', 9]],
)

/** The English weekday names and their abbreviations, numbered from 0 for Sunday. */
export const weekdays: ReadonlyMap<string, number> = /* @__PURE__ */ numbered(
  'sunday monday tuesday wednesday thursday friday saturday',
  0,
  [
    ['tues', 2],
    ['thur', 4],
    ['thurs', 4],
  ],
)

/** Numbers names from `first` on, also by their first three letters, and adds other spellings. */
function numbered(
  names: string,
  first: number,
  others: readonly (readonly [string, number])[],
): ReadonlyMap<string, number> {
  const numbers = names.split(' ').flatMap((name, index): [string, number][] => [
    [name, index + first],
    [name.slice(0, 3), index + first],
  ])
  return new Map([...numbers, ...others])
}
