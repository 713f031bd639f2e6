import type { FastifyReply, FastifyRequest } from 'fastify'

// antd writes its styles at run time, hence inline styles; scripts stay ours alone.
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** On every answer, errors and files included. */
export function setSecurityHeaders(req: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('content-security-policy', POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
  if (req.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** Lets the page that is answered call that origin too. */
export function allowCalls(reply: FastifyReply, origin: string): void {
  reply.header('content-security-policy', POLICY.replace("connect-src 'self'", `connect-src 'self' ${origin}`))
}

/** Lets pages of these origins show this answer in a frame; none: nobody, as it is everywhere else. */
export function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  if (origins.length === 0) return
  const policy = POLICY.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`)
  // The older header knows no list of origins, and every browser that knows the policy goes by the policy.
  reply.header('content-security-policy', policy).removeHeader('x-frame-options')
}
