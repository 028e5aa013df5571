/** Reaction emojis: the names that the wire uses, and how they look. */

/** RL-08.1: offered before anything is typed. */
export const DEFAULT_EMOJIS: readonly string[] = ['thumbsup', 'thumbsdown', 'heart', 'tada', 'rocket', 'eyes'];

/** Any reaction of the viewer's, or none. */
export const EMOJI_WILDCARDS: readonly string[] = ['None', 'Any'];

const TABLE = `
100 💯 1234 🔢 airplane ✈️ alarm_clock ⏰ alien 👽 ambulance 🚑 anchor ⚓ angel 👼 anger 💢 angry 😠 anguished 😧 ant 🐜 apple 🍎 art 🎨
astonished 😲 avocado 🥑 baby 👶 balloon 🎈 banana 🍌 bar_chart 📊 battery 🔋 beach 🏖️ bear 🐻 bee 🐝 beer 🍺 beers 🍻 beetle 🐞 bell 🔔
bicyclist 🚴 bike 🚲 bird 🐦 birthday 🎂 black_heart 🖤 blue_heart 💙 blush 😊 boat ⛵ bomb 💣 book 📖 bookmark 🔖 books 📚 boom 💥 bow 🙇
brain 🧠 bread 🍞 broken_heart 💔 bug 🐛 building_construction 🏗️ bulb 💡 bullettrain_side 🚄 bus 🚌 butterfly 🦋 cactus 🌵 cake 🍰
calendar 📆 calling 📲 camera 📷 candle 🕯️ candy 🍬 carrot 🥕 cat 🐱 chart_with_downwards_trend 📉 chart_with_upwards_trend 📈 cheese 🧀
cherries 🍒 cherry_blossom 🌸 chicken 🐔 clap 👏 clipboard 📋 closed_lock_with_key 🔐 cloud ☁️ clown 🤡 coffee ☕ cold_sweat 😰
computer 💻 confetti_ball 🎊 confounded 😖 confused 😕 construction 🚧 construction_worker 👷 cookie 🍪 cool 🆒 cow 🐮 crab 🦀
credit_card 💳 crossed_fingers 🤞 crown 👑 cry 😢 crying_cat_face 😿 crystal_ball 🔮 dancer 💃 dart 🎯 dash 💨 date 📅 deciduous_tree 🌳
disappointed 😞 dizzy 💫 dizzy_face 😵 dog 🐶 dollar 💵 dolphin 🐬 door 🚪 doughnut 🍩 dragon 🐉 droplet 💧 duck 🦆 ear 👂
earth_africa 🌍 egg 🥚 elephant 🐘 email 📧 evergreen_tree 🌲 exclamation ❗ expressionless 😑 eyeglasses 👓 eyes 👀 face_palm 🤦
factory 🏭 fearful 😨 feet 🐾 fingers_crossed 🤞 fire 🔥 fire_engine 🚒 first_place 🥇 fish 🐟 fist ✊ flag_white 🏳️ flashlight 🔦
floppy_disk 💾 flushed 😳 four_leaf_clover 🍀 fox 🦊 frog 🐸 frowning 😦 gear ⚙️ gem 💎 ghost 👻 gift 🎁 goal 🥅 grapes 🍇
green_apple 🍏 green_heart 💚 grimacing 😬 grin 😁 grinning 😀 guitar 🎸 hammer 🔨 hammer_and_wrench 🛠️ hamster 🐹 hand_splayed 🖐️
handshake 🤝 hatching_chick 🐣 headphones 🎧 hear_no_evil 🙉 heart ❤️ heart_eyes 😍 heartbeat 💓 heartpulse 💗 heavy_check_mark ✔️
heavy_plus_sign ➕ hedgehog 🦔 helicopter 🚁 herb 🌿 honey_pot 🍯 horse 🐴 hot_pepper 🌶️ hourglass ⌛ house 🏠 hugging 🤗 hushed 😯
ice_cream 🍨 imp 👿 innocent 😇 joy 😂 joy_cat 😹 key 🔑 kiss 💋 kissing 😗 kissing_heart 😘 koala 🐨 label 🏷️ laughing 😆 leaves 🍃
lemon 🍋 light_bulb 💡 link 🔗 lion_face 🦁 lock 🔒 loudspeaker 📢 mag 🔍 mailbox 📫 map 🗺️ mask 😷 medal 🏅 mega 📣 memo 📝
metal 🤘 microphone 🎤 microscope 🔬 money_with_wings 💸 moneybag 💰 monkey 🐒 monkey_face 🐵 moon 🌔 mountain ⛰️ mouse 🐭 muscle 💪
mushroom 🍄 musical_note 🎵 nerd 🤓 neutral_face 😐 new 🆕 newspaper 📰 no_entry ⛔ no_good 🙅 no_mouth 😶 notebook 📓 ocean 🌊
octopus 🐙 ok 🆗 ok_hand 👌 open_hands 👐 open_mouth 😮 orange_heart 🧡 owl 🦉 package 📦 palm_tree 🌴 panda_face 🐼 paperclip 📎
parrot 🦜 partying_face 🥳 peach 🍑 pear 🍐 penguin 🐧 pensive 😔 person_running 🏃 phone ☎️ pig 🐷 pill 💊 pineapple 🍍 pizza 🍕
point_down 👇 point_left 👈 point_right 👉 point_up ☝️ popcorn 🍿 pray 🙏 printer 🖨️ purple_heart 💜 pushpin 📌 question ❓ rabbit 🐰
rage 😡 rainbow 🌈 raised_hand ✋ raised_hands 🙌 recycle ♻️ red_circle 🔴 relaxed ☺️ relieved 😌 repeat 🔁 revolving_hearts 💞
ring 💍 robot 🤖 rocket 🚀 rofl 🤣 rolling_eyes 🙄 rose 🌹 rotating_light 🚨 runner 🏃 sailboat ⛵ salad 🥗 sandwich 🥪 satellite 📡
scales ⚖️ school 🏫 scissors ✂️ scream 😱 scroll 📜 second_place 🥈 see_no_evil 🙈 seedling 🌱 shark 🦈 sheep 🐑 shield 🛡️ ship 🚢
shipit 🐿️ shrug 🤷 skull 💀 sleeping 😴 sleepy 😪 slight_frown 🙁 slight_smile 🙂 sloth 🦥 smile 😄 smile_cat 😸 smiley 😃
smiling_imp 😈 smirk 😏 snail 🐌 snake 🐍 sneezing_face 🤧 snowflake ❄️ snowman ⛄ sob 😭 soccer ⚽ sos 🆘 space_invader 👾 sparkles ✨
sparkling_heart 💖 speak_no_evil 🙊 speech_balloon 💬 spider 🕷️ squirrel 🐿️ star ⭐ star2 🌟 star_struck 🤩 stopwatch ⏱️ strawberry 🍓
stuck_out_tongue 😛 stuck_out_tongue_winking_eye 😜 sun_with_face 🌞 sunflower 🌻 sunglasses 😎 sunny ☀️ sunrise 🌅 surfer 🏄 sweat 😓
sweat_smile 😅 sweet_potato 🍠 tada 🎉 taco 🌮 tangerine 🍊 tea 🍵 telephone ☎️ telescope 🔭 tennis 🎾 tent ⛺ test_tube 🧪
thermometer 🌡️ thinking 🤔 third_place 🥉 thought_balloon 💭 thumbsdown 👎 thumbsup 👍 thunder_cloud_rain ⛈️ ticket 🎫 tiger 🐯
tired_face 😫 tools 🛠️ tractor 🚜 traffic_light 🚥 triangular_flag_on_post 🚩 triumph 😤 trophy 🏆 truck 🚚 tulip 🌷 turtle 🐢
two_hearts 💕 umbrella ☔ unamused 😒 unicorn 🦄 unlock 🔓 upside_down 🙃 v ✌️ vertical_traffic_light 🚦 volcano 🌋 vulcan 🖖
warning ⚠️ wastebasket 🗑️ watch ⌚ watermelon 🍉 wave 👋 weary 😩 whale 🐳 wheelchair ♿ white_check_mark ✅ white_heart 🤍
wine_glass 🍷 wink 😉 wolf 🐺 worried 😟 wrench 🔧 writing_hand ✍️ x ❌ yawning_face 🥱 yellow_heart 💛 yum 😋 zap ⚡ zipper_mouth 🤐 zzz 💤
`;

const WORDS = TABLE.trim().split(/\s+/);
const LOOKS: ReadonlyMap<string, string> = new Map(
  Array.from({ length: WORDS.length / 2 }, (_, index) => [WORDS[2 * index] ?? '', WORDS[2 * index + 1] ?? '']),
);

export const EMOJI_NAMES: readonly string[] = [...LOOKS.keys()].sort();

/** Is this the name of an emoji that one can react with? */
export const isEmojiName = (name: string): boolean => LOOKS.has(name);

/** RL-08.4: how an emoji looks; null for the wildcards, and for a name that is not known here. */
export const emojiLook = (name: string): string | null => LOOKS.get(name) ?? null;

/** `👍 thumbsup`; a name without a known emoji stands alone. */
export function emojiTitle(name: string): string {
  const look = emojiLook(name);
  return look === null ? name : `${look} ${name}`;
}

/** RL-08.2: the names that contain the text, those that begin with it first, otherwise in the given order. Colons and case are ignored. */
export function searchEmojis(names: readonly string[], text: string): readonly string[] {
  const wanted = text.trim().toLowerCase().replaceAll(':', '').replaceAll(' ', '_');
  const at = (name: string): number => name.toLowerCase().indexOf(wanted);
  return [...names.filter((name) => at(name) === 0), ...names.filter((name) => at(name) > 0)];
}
