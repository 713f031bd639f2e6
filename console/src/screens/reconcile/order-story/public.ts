export { OrderStoryLink } from './parts/order-story-link.tsx'
