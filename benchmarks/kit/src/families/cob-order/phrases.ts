import { definePhrases } from '../../phrase-bank.js'

/** Wordings of the ticket. */
export const ticket = definePhrases({
  slots: ['name', 'born'],
  parts: [
    [
      '{name}, born {born}, has two insurances, and billing does not know which one pays first.',
      'Billing asks: who is primary for {name} (date of birth {born})?',
      'Coordination of benefits for {name}, {born}, is open.',
      'Claims of {name}, born {born}, wait until somebody puts the two policies in order.',
      'Two policies, no order: {name}, date of birth {born}.',
    ],
    [
      'Follow the handbook.',
      'The handbook in the file exchange says how.',
      'As always, by the handbook of the desk.',
      'The rules are in the handbook (inbox/handbook).',
    ],
  ],
})

/** Wordings of the goal. */
export const goal = definePhrases({
  slots: ['mrn'],
  parts: [
    [
      'Patient {mrn} has two policies. Settle which one pays first:',
      'Please work the coordination of benefits of patient {mrn}:',
      'The coordination of benefits of patient {mrn} is open. Please settle it:',
      'Find out for patient {mrn} which policy is primary:',
    ],
    [
      'ask both payers, apply the rules of the handbook (inbox/handbook),',
      'ask each payer once, read the documents of the chart, apply the rules of the handbook (inbox/handbook),',
      'check with both payers, use the rules in the handbook (inbox/handbook),',
    ],
    ['and record the order and the reason.', 'and write down the order, or what is missing, on the work item.'],
  ],
})

/** Texts of court orders. */
export const orderBodies = definePhrases({
  slots: ['parent', 'child'],
  parts: [
    ['IN THE CIRCUIT COURT', 'FAMILY DIVISION', 'IN THE MATTER OF THE MARRIAGE', 'ORDER ON CHILD SUPPORT'],
    ['\nThe child: {child}.', '\nAs to the child {child}:', '\nConcerning {child}, a minor.'],
    [
      '\nThe {parent} shall provide health insurance coverage for the child.',
      '\nIt is ordered that the {parent} maintain health coverage for the child.',
      '\nHealth coverage of the child is the responsibility of the {parent}.',
    ],
  ],
})

/** The first lines of a questionnaire. */
export const questionnaireHeads = definePhrases({
  slots: ['name'],
  parts: [
    ['Patient: {name}.', 'This form is about {name}.', 'Name of the patient: {name}.', 'Form for {name}.'],
    [
      'Please answer all questions.',
      'Answers of the family.',
      'Filled in at the front desk.',
      'Returned by mail.',
      'Signed copy.',
    ],
  ],
})
