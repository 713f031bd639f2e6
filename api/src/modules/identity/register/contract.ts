import { route } from '@sluice/contract'
import { z } from 'zod'

export const register = {
  create: route({
    method: 'POST',
    path: '/api/passport/register',
    summary:
      'Register a tenant with its administrator, where the installation allows it; encodedata holds {company, code, username, password, password2, captcha}',
    permission: 'public',
    audit: 'add',
    body: z.strictObject({ encodedata: z.string().min(1).max(16_384) }),
    content: z.object({ username: z.string(), code: z.string(), company: z.string() }),
  }),
}
