export { createWebhookRoutes } from './routes.ts'
export { makeWebhookSecret, placeOfWebhook } from './secret.ts'
export { findSubscription, listDeliveries, listSubscriptions, lockSubscription, replaceSecret } from './store.ts'
