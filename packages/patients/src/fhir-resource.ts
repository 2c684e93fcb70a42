/** A value inside a generated resource. FHIR JSON has no nulls outside primitive arrays, and none are generated. */
export type FhirValue = string | number | boolean | readonly FhirValue[] | FhirElement

/** An object inside a generated resource. */
export interface FhirElement {
  readonly [member: string]: FhirValue
}

/** A generated FHIR R4 resource: plain JSON, every reference relative (`Patient/pat-0001`). */
export interface FhirResource {
  readonly resourceType: string
  readonly id: string
  readonly [element: string]: FhirValue
}

/** A relative reference with its display. */
export function referenceTo(resourceType: string, id: string, display?: string): FhirElement {
  const reference = `${resourceType}/${id}`
  return display === undefined ? { reference } : { reference, display }
}
