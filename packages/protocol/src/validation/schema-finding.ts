/** What ajv's code leaves behind when a value does not fit. */
export interface SchemaFinding {
  readonly instancePath: string
  /** Where the rule stands in the schema, for example `#/properties/name/maxLength`. */
  readonly schemaPath: string
  readonly keyword: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}
