/** Texts of the studio's script. */
export const zh = {
  title: '脚本',
  text: '映射自带的函数，逐条处理记录；不能访问网络，也没有时钟和随机数，因此重跑结果一致。右侧用所选记录即时运行。',
  readOnly: '修改脚本需要“脚本”权限。',
  example: '插入示例',
  declarations: '可用的类型',
  changes: '脚本改动',
  becomes: '变为',
  hooks: {
    beforeMapping: { name: '映射前', about: '收到读取的记录，返回改动后的记录；已读取的原始数据保持不变。' },
    afterMapping: {
      name: '映射后、写入前',
      about: '收到映射好的目标字段，返回改动后的字段；可用 ctx.refuse 拒绝该记录。',
    },
  },
}
