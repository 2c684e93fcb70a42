export { createOpenApi } from './openapi/create-openapi.js'
