import { testProject } from '../../vitest.base.js'

export default testProject('mock-with-msw')
