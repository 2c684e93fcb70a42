/**
 * Returns the error for a name that no schema has. It lists the schemas of documents, and those of operations whose
 * name contains the name.
 */
export function unknownSchema(name: string, known: readonly string[]): RangeError {
  const documents = known.filter((one) => !one.includes('.'))
  const alike = known.filter((one) => one.includes('.') && one.toLowerCase().includes(name.toLowerCase()))
  const near = name === '' ? [] : alike.slice(0, maxAlike)
  return new RangeError(
    `There is no schema named ${JSON.stringify(name)}. Documents have ${documents.join(', ')}; operations have ` +
      `<operation>.query and <operation>.body${near.length === 0 ? '' : `, such as ${near.join(', ')}`}.`,
  )
}

const maxAlike = 5
