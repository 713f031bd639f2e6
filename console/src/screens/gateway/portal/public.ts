export { PortalLinks } from './parts/portal-links.tsx'
