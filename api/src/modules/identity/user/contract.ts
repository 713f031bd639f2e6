import { route } from '@sluice/contract'
import { z } from 'zod'

/** A node of the console's menu. Spec §3. */
export const MenuNode = z.object({
  id: z.string(),
  /** '' at the first level */
  parentId: z.string(),
  name: z.string(),
  path: z.string(),
  component: z.string().optional(),
  redirect: z.string().optional(),
  meta: z.object({
    /** Key of a console text, or a plain text. */
    title: z.string(),
    icon: z.string().optional(),
    hideInMenu: z.boolean().optional(),
    hideChildrenInMenu: z.boolean().optional(),
    target: z.string().optional(),
    authority: z.array(z.string()).optional(),
  }),
})
export type MenuNode = z.output<typeof MenuNode>

export const Profile = z.object({
  userid: z.string(),
  user_id: z.string(),
  username: z.string(),
  name: z.string(),
  nickname: z.string(),
  avatar: z.string().nullable(),
  must_change_password: z.boolean(),
  must_set_up_totp: z.boolean(),
  role: z.object({
    id: z.string(),
    name: z.string(),
    permissions: z.array(z.object({ name: z.string() })),
    /** It has a data scope, and sees a part of the tenant only. */
    is_scoped: z.boolean(),
  }),
  lessee: z.object({ id: z.string(), name: z.string(), time_zone: z.string() }),
  settings: z.record(z.string(), z.unknown()),
})
export type Profile = z.output<typeof Profile>

export const user = {
  profile: route({
    method: 'GET',
    path: '/api/user',
    summary: 'The signed-in user with role, permissions and tenant',
    permission: null,
    acceptsTokens: true,
    audit: 'query',
    content: Profile,
  }),
  menu: route({
    method: 'GET',
    path: '/currentUserNav',
    summary: 'Menu nodes the user may see',
    permission: null,
    audit: 'query',
    content: z.array(MenuNode),
  }),
  saveSettings: route({
    method: 'PUT',
    path: '/api/dp/account/settings',
    summary: 'Keep the user’s console settings (theme, layout, language)',
    permission: null,
    audit: 'update',
    body: z.record(z.string().max(60), z.union([z.string().max(200), z.boolean(), z.number(), z.null()])),
    content: z.null(),
  }),
}
