/** The person in the handbook's examples. */
const sample = { name: 'Ada Sample', born: 'January 31, 1970', doctor: 'Dr. Ada Sample' }
const sampleVisit = { ...sample, day: 'March 12', time: '9:30 a.m.' }

interface Named {
  readonly name: string
  readonly born: string
}

interface Visit {
  readonly day: string
  readonly doctor: string
}

interface TimedVisit extends Visit {
  readonly time: string
}

/** The sentences that the referral desk says and faxes, shared by the handbook and the families. */
export const referralScript = {
  opening: 'This is the referral desk of Alder Creek. May I have your full name and your date of birth, please?',
  offer: ({ study, day, time, doctor }: TimedVisit & { readonly study: string }) =>
    `For the ${study}: ${day} at ${time} with ${doctor}. Does that suit you?`,
  visit: ({ name, born, day, doctor, authorization }: Named & Visit & { readonly authorization: string }) =>
    `Visit of ${name}, born ${born}, on ${day} with ${doctor}, authorization ${authorization}.`,
  booked: ({ name, born, day, time, doctor, confirmation }: Named & TimedVisit & { readonly confirmation: string }) =>
    `${name}, born ${born}: booked on ${day} at ${time} with ${doctor}. Confirmation number ${confirmation}.`,
  notBooked: ({ name, born, reason }: Named & { readonly reason: string }) =>
    `${name}, born ${born}: not booked. Reason code ${reason}.`,
} as const

export const referralExamples = {
  offer: referralScript.offer({ ...sampleVisit, study: 'echocardiogram', day: 'Thursday, March 12' }),
  visit: referralScript.visit({ ...sampleVisit, authorization: 'PA00000000' }),
  booked: referralScript.booked({ ...sampleVisit, day: 'Thursday, March 12', confirmation: 'RC-00000' }),
  notBooked: referralScript.notBooked({ ...sample, reason: 'R30' }),
} as const

interface CriticalValue {
  /** In figures. */
  readonly value: string
  readonly unit: string
}

/** The sentences with which the laboratory desk reports a critical value and answers the read-back. */
export const readBackScript = {
  telling: ({ name, born, test, value, unit }: Named & CriticalValue & { readonly test: string }) =>
    `This is the laboratory desk of Alder Creek with a critical result: ${name}, born ${born}, ${test} ${value} ${unit}.`,
  right: 'Yes.',
  wrong: ({ value, unit }: CriticalValue) => `No: ${value} ${unit}.`,
} as const

const sampleValue = { value: '2.4', unit: 'mmol/L' }
export const readBackExamples = {
  telling: readBackScript.telling({ ...sample, ...sampleValue, test: 'potassium' }),
  wrong: readBackScript.wrong(sampleValue),
} as const

interface ToldClaim {
  readonly account: string
  readonly member: string
  readonly born: string
}

/** Returns the sentence that identifies a claim to a claims department. */
export function claimTold({ account, member, born }: ToldClaim): string {
  return `Account ${account}, member number ${member}, date of birth ${born}.`
}

export const claimToldExample = claimTold({ account: 'AC000000', member: 'EV000000000', born: '1970-01-31' })

/** Returns the text of a fax that asks a practice for a document. */
export function recordsRequest({ document, name, born }: Named & { readonly document: string }): string {
  return `Alder Creek, authorization desk. Please send us the ${document} of ${name}, born ${born}.`
}

export const recordsRequestExample = recordsRequest({ ...sample, document: 'imaging report' })
