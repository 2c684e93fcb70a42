export { openApiDocument } from './openapi/openapi-document.js'
