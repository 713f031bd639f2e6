import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'permission.mightierRole': {
    zh: '此角色的权限或数据范围多于你，不能修改或删除：{value}',
    en: 'This role may do more than you, so you can neither change its rights nor delete it: {value}',
    pt: 'Este perfil pode mais do que você; não é possível alterar seus direitos nem excluí-lo: {value}',
  },
  'conflict.builtInRole': {
    zh: '内置的管理员角色不能修改或删除',
    en: 'The built-in role can neither be changed nor deleted.',
    pt: 'O perfil de acesso padrão não pode ser alterado nem excluído.',
  },
  'conflict.ownRole': {
    zh: '不能修改自己角色的权限或数据范围，请由其他管理员操作',
    en: 'Nobody changes the permissions or the scope of their own role. Ask another administrator.',
    pt: 'Ninguém altera as permissões ou o escopo do próprio perfil de acesso. Peça a outro administrador.',
  },
  'conflict.lastAdmin': {
    zh: '至少要保留一个可用的管理员',
    en: 'One administrator must be left who can sign in.',
    pt: 'Deve restar um administrador que possa entrar.',
  },
  'conflict.roleInUse': {
    zh: '角色正在使用，不能删除：{value}',
    en: 'The role is in use and cannot be deleted: {value}',
    pt: 'O perfil de acesso está em uso e não pode ser excluído: {value}',
  },
  'invalid.permission': {
    zh: '没有这样的权限：{value}',
    en: 'There is no such permission: {value}',
    pt: 'Esta permissão não existe: {value}',
  },
} as const satisfies Messages
