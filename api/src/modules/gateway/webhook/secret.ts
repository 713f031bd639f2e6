import { randomBytes } from 'node:crypto'

/** Where the secret of a subscription is sealed for. */
export const placeOfWebhook = (subscriptionId: string): string => `gateway/webhook/${subscriptionId}`

/** As the Standard Webhooks scheme writes it: 192 random bits. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`
