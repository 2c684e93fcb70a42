/** A call as described in an OpenAPI document. */
export interface Described {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly security: readonly object[]
  readonly 'x-idempotent'?: boolean
  readonly responses: Readonly<Record<string, object>>
}

/** Returns the calls of an OpenAPI document. */
export function describedCalls(document: object): readonly Described[] {
  const { paths } = document as { readonly paths: Record<string, Record<string, Omit<Described, 'method' | 'path'>>> }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, call]) => ({ ...call, path, method: method.toUpperCase() })),
  )
}
