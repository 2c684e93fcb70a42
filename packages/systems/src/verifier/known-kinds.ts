import type { CompiledCriteria, Criterion } from '@carebench/verifier'

/** The kind of an assertion that `verify` supports without a verifier of one's own. */
export type DefaultKind =
  | 'fhir-resource-state'
  | 'portal-state-match'
  | 'hl7-structural'
  | 'x12-response'
  | 'sftp-file-present'
  | 'fax-sent'
  | 'message-sent'
  | 'voice-transcript'
  | 'cds-response'
  | 'output-match'
  | 'event-count'
  | 'event-order'
  | 'no-collateral'
  | 'access-scope'
  | 'records-agree'
  | 'record-state'

/** The type that an assertion must have as well: of a known kind, if its kind is a literal. */
type OfKnownKind<Assertion> = Assertion extends { readonly assert: infer Kind }
  ? string extends Kind
    ? unknown
    : Kind extends DefaultKind
      ? unknown
      : { readonly assert: DefaultKind }
  : unknown

/**
 * Criteria with these assertions. A misspelt kind in the source does not compile; assertions that are read at run time
 * may have any kind, and one of an unknown kind ends `unsupported`.
 */
export type CheckedCriteria<Assertions extends readonly unknown[]> = {
  readonly [Index in keyof Assertions]: Omit<Criterion, 'assertion'> & {
    /** A typed assertion; an unknown or invalid one ends `unsupported`. */
    readonly assertion: Assertions[Index] & OfKnownKind<Assertions[Index]>
  }
}

/** An input whose criteria are checked as {@link CheckedCriteria} says, or compiled. */
export type CheckedInput<Input extends { readonly criteria: unknown }, Assertions extends readonly unknown[]> = Omit<
  Input,
  'criteria'
> & { readonly criteria: CheckedCriteria<Assertions> | CompiledCriteria }
