import { closeSync, openSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findInheritedDescriptors } from './descriptors.js'

it('leaves out descriptors that Node opened, which are closed on exec', () => {
  const opened = openSync('/dev/null', 'r')
  expect(findInheritedDescriptors()).not.toContain(opened)
  closeSync(opened)
})
