export { connectors } from './registry.ts'
