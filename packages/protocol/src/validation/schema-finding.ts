/** An error of ajv's generated code. */
export interface SchemaFinding {
  readonly instancePath: string
  /** The location of the rule in the schema, for example `#/properties/name/maxLength`. */
  readonly schemaPath: string
  readonly keyword: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}
