export * from './tunnel.ts'
