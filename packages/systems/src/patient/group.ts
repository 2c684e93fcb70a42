/** The type of its simulators, as it is written on the wire. */
export const patientType = 'Patient'

/** Only other systems of its environment call it. */
export const patientGroup = null
