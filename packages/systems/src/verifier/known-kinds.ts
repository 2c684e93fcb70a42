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

/** What an assertion has to be besides itself: of a known kind, if its kind is written in the source. */
type OfKnownKind<Assertion> = Assertion extends { readonly assert: infer Kind }
  ? string extends Kind
    ? unknown
    : Kind extends DefaultKind
      ? unknown
      : { readonly assert: DefaultKind }
  : unknown

/**
 * Criteria with these assertions. A kind that is written in the source and misspelt does not compile; assertions that
 * are read from outside have any type, and an unknown kind of theirs ends `unsupported`.
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
