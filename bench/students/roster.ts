import { pick, type Random } from '../random.ts'

/** A student as POST and PUT take it. */
export type StudentInput = {
  name: string
  group: string | null
  note: string | null
  email: string | null
  phone: string | null
  external_id: string
  tags: string[]
}

type Person = { name: string; needle: string }

/** A made-up student: 60 of 100 names are Latin, 20 Japanese, 20 Chinese. `number` keeps external ids apart. */
export const makeStudent = (random: Random, number: number): StudentInput => ({
  name: makePerson(random).name,
  group: random() < 0.9 ? pick(random, groups) : null,
  note: random() < 0.3 ? pick(random, notes) : null,
  email: random() < 0.7 ? `student${number}@school.example` : null,
  phone: random() < 0.5 ? `+49 30 ${1_000_000 + Math.floor(random() * 9_000_000)}` : null,
  external_id: `S-${number}`,
  tags: tags.filter(() => random() < 0.25),
})

/** What somebody types who looks for such a student: a family name, the beginning of a name, one to three characters. */
export const makeNeedle = (random: Random): string => makePerson(random).needle

const makePerson = (random: Random): Person => {
  const script = random()
  return script < 0.6 ? latin(random) : script < 0.8 ? japanese(random) : chinese(random)
}

const latin = (random: Random): Person => {
  const family = pick(random, latinFamilies)
  const given = pick(random, latinGivens)
  const typed = random()
  const needle = typed < 0.5 ? family.toLowerCase() : typed < 0.8 ? family.slice(0, 4) : given
  return { name: `${given} ${family}`, needle }
}

const japanese = (random: Random): Person => {
  const family = pick(random, japaneseFamilies)
  const given = pick(random, japaneseGivens)
  return { name: `${family} ${given}`, needle: random() < 0.7 ? family : given }
}

const chinese = (random: Random): Person => {
  const family = pick(random, chineseFamilies)
  const given = pick(random, chineseGivens) + (random() < 0.6 ? pick(random, chineseGivens) : '')
  return { name: family + given, needle: random() < 0.4 ? family : family + given }
}

const words = (text: string) => text.trim().split(/\s+/)

const latinFamilies = words(`
  Smith Johnson Williams Brown Jones Müller Schmidt Schneider Fischer Weber Wagner Becker García Rodríguez Martínez
  López Sánchez Pérez Rossi Russo Ferrari Esposito Bianchi Silva Santos Oliveira Souza Martin Bernard Dubois Lefèvre
  Moreau Kowalski Nowak Wiśniewski Wójcik Novák Svoboda Dvořák Horváth Nagy Szabó Popescu Ionescu Ivanova Petrov
  Andersson Johansson Karlsson Nielsen Hansen Larsen Virtanen Korhonen Mäkinen Jansen Visser Bakker Peeters Janssens
  O'Brien Murphy Kelly MacDonald Okafor Adeyemi Mensah Owusu Kamau Ndlovu Haddad Khoury Rahman Khan Patel Sharma Gupta
  Yılmaz Kaya Demir Nguyễn Trần Phạm Tanaka Kim Park Santoso Wijaya Hernández Castillo Fernández`)
const latinGivens = words(`
  Anna Ben Clara David Emma Felix Greta Hugo Inês Jonas Karin Léo María Nils Olga Paul Quentin Rosa Sofía Tomáš Uma
  Victor Wanda Xenia Yusuf Zoë Aisha Bogdan Chiara Dmitri Elif Fatima Giulia Henrik Ivana João Kofi Lena Mehmet Nadia
  Oscar Priya Rafael Siobhán Thảo Ulrike Valentina Wiktor Yara Zainab Amélie Björn Chloé Dario Éva Farid Grace Hannah
  Isabella Jakub Lukas Mateo Noah Olivia`)
const japaneseFamilies = words(`
  佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本
  阿部 石川 前田 藤田 後藤 小川 岡田 長谷川 村上 近藤 石井 坂本 遠藤 青木 藤井 西村`)
const japaneseGivens = words(`
  太郎 花子 健太 美咲 翔 結衣 大輔 陽菜 蓮 さくら 大翔 葵 悠斗 凛 陽太 ひなた 湊 結菜 樹 莉子 颯太 美月 拓海 七海 直樹 恵子
  ケンジ マリア 誠 由美子 千尋 明日香 悠真 優奈`)
const chineseFamilies = [
  ...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕',
  '欧阳',
  '司马',
]
const chineseGivens = [
  ...'伟芳娜秀英敏静丽强磊洋艳勇军杰娟涛明超霞平刚桂文辉玲建国华红玉梅鑫浩宇轩子涵欣怡雨泽佳俊思远晨',
]

const groups = words('5A 5B 6A 6B 7A 7B 8A 8B 9A 9B 2年1組 2年2組 3年1組 高一(1)班 高一(2)班 Year-10')
const notes = [
  'Needs a seat near the board.',
  'Parents asked for a call before the trip in May; prefers to be reached in the afternoon, after four.',
  'Joined in the second week; has not handed in the consent form yet. Vegetarian, allergic to nuts, carries an inhaler.',
  '保護者との面談は木曜日の午後を希望。数学の補習に参加。',
  '转学生，英语基础较好，数学需要加强；家长希望每月收到一次学习情况。',
  'Speaks “Français” at home – answers best when asked twice.\nSecond line of the note, as teachers write them.',
]
const tags = ['chess', 'choir', 'late-bus', 'scholarship', 'exchange', '水泳部']
