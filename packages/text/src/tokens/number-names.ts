const units = 'zero one two three four five six seven eight nine'.split(' ')
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** The values of the words `zero` to `nine`. */
export const unitValues: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  units.map((word, value) => [word, value] as const),
)

/** The values of the words `ten` to `nineteen`. */
export const teenValues: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  teens.map((word, index) => [word, index + 10] as const),
)

/** The values of the words `twenty` to `ninety`. */
export const tenValues: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  tens.map((word, index) => [word, 10 * (index + 2)] as const),
)
