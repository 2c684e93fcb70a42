import { expect, it } from 'vitest'
import { familyOfTask, spreadOverFamilies } from './task-family.js'

it('reads the family of a task from its name', () => {
  expect(familyOfTask('pa-submit-100200')).toBe('pa-submit')
  expect(familyOfTask('Visit 3')).toBe('Visit')
  for (const other of ['Request the ordered MRI', 'task7', '-1', '12']) expect(familyOfTask(other)).toBeUndefined()
})

it('selects tasks of all families in turn, in the order of the benchmark', () => {
  const tasks = ['a-1', 'a-2', 'a-3', 'b-1', 'b-2', 'c-1']
  expect(spreadOverFamilies(tasks, 2)).toEqual(['a-1', 'b-1'])
  expect(spreadOverFamilies(tasks, 4)).toEqual(['a-1', 'a-2', 'b-1', 'c-1'])
  expect(spreadOverFamilies(tasks, 9)).toEqual(tasks)
})

it('selects the first tasks if there are no families', () => {
  expect(spreadOverFamilies(['Zeta', 'Alpha', 'Mid'], 2)).toEqual(['Zeta', 'Alpha'])
})
