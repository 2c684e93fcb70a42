import type { Completion, SolverTask } from '@carebench/client'
import { Chart, referenceOf } from '../chart.js'
import { textAt } from '../json-member.js'
import { readAssignment } from './assignment.js'
import { convert, criticalMessage, interpretation, observationOf, quantity } from './chart-entries.js'
import { InterfaceWorker } from './interface-worker.js'
import { writeCorrection } from './laboratory-message.js'

/**
 * Works like a clerk in a hurry: takes the first message whatever its status, the number of an order as that of the
 * patient, and forgets the report that a result belongs to.
 */
export async function carelessAgent(task: SolverTask, say: (step: string) => void): Promise<Completion> {
  const session = await task.start()
  const assignment = readAssignment(session.taskItem)
  const chart = new Chart(session.fhir, say)
  const laboratory = new InterfaceWorker(session, say)
  const { mrn, ordersOf, codes, forwardTo, today } = assignment
  const inbox = await laboratory.inbox()
  if (forwardTo !== '') {
    const message = inbox.find((candidate) => candidate.mrn === mrn && candidate.status === 'C')
    const [observation] = await chart.search('Observation', {
      'subject:Patient.identifier': mrn,
      code: message?.code ?? '',
    })
    if (message === undefined || observation === undefined) return session.complete()
    const unit = textAt(observation, 'valueQuantity', 'unit')
    await chart.amend(observation, {
      status: 'corrected',
      valueQuantity: quantity(codes, convert(Number(message.value), message.unit, unit), unit),
      interpretation: interpretation(codes, message.flag),
    })
    await laboratory.send(writeCorrection(message, forwardTo, today))
    return session.complete()
  }
  for (const message of mrn === '' ? inbox : inbox.filter((candidate) => candidate.mrn === mrn).slice(0, 1)) {
    const [order] = await chart.search('ServiceRequest', { identifier: message.placerNumber })
    if (order === undefined) continue
    if (mrn === '' && !ordersOf.includes(textAt(order, 'requester', 'reference'))) continue
    if (textAt(order, 'status') === 'active') await chart.amend(order, { status: 'completed' })
    else if (mrn === '') continue
    await chart.add(observationOf(assignment, message, order))
    if (message.flag === 'HH') await chart.add(criticalMessage(message, order))
    say(`filed ${message.text} on ${referenceOf(order)}`)
  }
  return session.complete()
}
