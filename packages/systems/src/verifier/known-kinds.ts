import type { CompiledCriteria, Criterion } from '@carebench/verifier'

/** The assertion kinds that `verify` supports without a custom verifier. */
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

/** Requires a default kind of an assertion whose kind is a literal. */
type OfKnownKind<Assertion> = Assertion extends { readonly assert: infer Kind }
  ? string extends Kind
    ? unknown
    : Kind extends DefaultKind
      ? unknown
      : { readonly assert: DefaultKind }
  : unknown

/**
 * Criteria whose assertions are type-checked: a misspelt kind in the source does not compile. Assertions read at run
 * time may have any kind; one of an unknown kind ends `unsupported`.
 */
export type CheckedCriteria<Assertions extends readonly unknown[]> = {
  readonly [Index in keyof Assertions]: Omit<Criterion, 'assertion'> & {
    /** A typed assertion; an unknown or invalid one ends `unsupported`. */
    readonly assertion: Assertions[Index] & OfKnownKind<Assertions[Index]>
  }
}

/** An input with compiled criteria, or with criteria type-checked as {@link CheckedCriteria}. */
export type CheckedInput<Input extends { readonly criteria: unknown }, Assertions extends readonly unknown[]> = Omit<
  Input,
  'criteria'
> & { readonly criteria: CheckedCriteria<Assertions> | CompiledCriteria }
