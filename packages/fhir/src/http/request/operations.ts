/** An operation, which is called as `$name`. */
export interface FhirOperation {
  /** Without the dollar sign. */
  readonly name: string
  /** The canonical URL of its OperationDefinition. */
  readonly definition: string
  /** The only resource type that supports it; undefined if all do. */
  readonly type: string | undefined
  /** The methods at `[type]/$name` and at `[type]/[id]/$name`; empty where the operation does not exist. */
  readonly onType: readonly string[]
  readonly onInstance: readonly string[]
  /** Whether it is a search, which spends the effort of a Bundle: only such an operation may be an entry of one. */
  readonly isSearch?: true
}

/** The supported operations. */
export const operations: readonly FhirOperation[] = [
  {
    name: 'docref',
    isSearch: true,
    definition: 'http://hl7.org/fhir/us/core/OperationDefinition/docref',
    type: 'DocumentReference',
    onType: ['GET', 'HEAD', 'POST'],
    onInstance: [],
  },
  {
    name: 'expand',
    definition: 'http://hl7.org/fhir/OperationDefinition/ValueSet-expand',
    type: 'ValueSet',
    onType: ['GET', 'HEAD', 'POST'],
    onInstance: ['GET', 'HEAD', 'POST'],
  },
  {
    name: 'validate-code',
    definition: 'http://hl7.org/fhir/OperationDefinition/ValueSet-validate-code',
    type: 'ValueSet',
    onType: ['GET', 'HEAD', 'POST'],
    onInstance: ['GET', 'HEAD', 'POST'],
  },
  {
    name: 'lastn',
    isSearch: true,
    definition: 'http://hl7.org/fhir/OperationDefinition/Observation-lastn',
    type: 'Observation',
    onType: ['GET', 'HEAD', 'POST'],
    onInstance: [],
  },
  {
    name: 'everything',
    isSearch: true,
    definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything',
    type: 'Patient',
    onType: [],
    onInstance: ['GET', 'HEAD', 'POST'],
  },
  {
    name: 'validate',
    definition: 'http://hl7.org/fhir/OperationDefinition/Resource-validate',
    type: undefined,
    onType: ['POST'],
    onInstance: ['GET', 'HEAD', 'POST'],
  },
]

/** Returns the operations of a resource type. */
export function listTypeOperations(resourceType: string): readonly FhirOperation[] {
  return operations.filter(({ type }) => type === undefined || type === resourceType)
}

/** Lists the paths of the operations for a message: `Patient/[id]/$everything, [type]/$validate`. */
export function listOperations(): string {
  const places = operations.flatMap(({ name, type = '[type]', onType, onInstance }) => [
    ...(onType.length === 0 ? [] : [`${type}/$${name}`]),
    ...(onInstance.length === 0 ? [] : [`${type}/[id]/$${name}`]),
  ])
  return places.join(', ')
}
