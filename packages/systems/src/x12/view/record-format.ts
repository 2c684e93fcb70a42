import type { RecordFormat } from '@carebench/verifier'
import { createRecordFormat } from '@carebench/verifier/kinds'
import { compilePath, readValue, type Transaction, X12Error } from '@carebench/x12'

/**
 * The format of X12 transactions, ST to SE, and the headers around them: paths such as `NM1[1=IL].9`, `EB[1=1,3=30].7`,
 * `EB03` and `ISA.6`. Values are strings; an empty value counts as missing, and a range of one day (`RD8`) equals the
 * day.
 */
export const x12Format: RecordFormat<Transaction> = createRecordFormat({
  compile(text) {
    const path = compilePath(text)
    const read = (transaction: Transaction) => dayOfRange(readValue(transaction, path))
    return { text, many: false, read, readAll: (transaction: Transaction) => [read(transaction)] }
  },
  syntaxError: X12Error,
  stringValues: true,
})

function dayOfRange(value: string | undefined): string | undefined {
  return value === undefined ? undefined : value.replace(/^(\d{8})-\1$/, '$1')
}
