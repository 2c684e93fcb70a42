import { criteria } from './criteria.js'
import { createGradingServer } from './grading.js'

const server = createGradingServer(criteria)
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => console.log('POST /grades', server.address()))
