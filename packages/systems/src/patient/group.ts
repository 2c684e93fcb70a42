/** The type name of its simulators on the wire. */
export const patientType = 'Patient'

/** Only other systems of its environment call it. */
export const patientGroup = null
