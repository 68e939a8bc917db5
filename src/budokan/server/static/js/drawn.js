/** Which ink drawing shows a card or a fighter: by its face, else by the words in it. */
import { FIGURES } from "./figures.js";

/** @type {Record<string, string>} */
const DRAWN = {
  wild_swing: "backfist", reckless_charge: "blitz", spark_jab: "jab", jumping_front_kick: "front",
  flying_side_kick: "flying", spinning_back_fist: "backfist", blazing_combination: "blaze",
  dragons_breath: "breath", burning_spirit: "spirit", phoenix_heart: "spirit", knife_hand: "fake",
  straight_punch: "jab", front_snap_kick: "front", hammer_fist: "blitz", axe_kick: "high",
  reverse_punch: "reverse", elbow_strike: "jab", sword_of_discipline: "fake", iron_will: "will",
  tempered_courage: "focus", bow_of_respect: "bow", steady_stance: "guard", patient_guard: "calm",
  bamboo_form: "bamboo", flowing_kata: "light", rooted_stance: "root", perfect_balance: "crane",
  black_belt_focus: "focus", teachers_calm: "rest", harmony_of_two: "harmony", side_step: "slip",
  slip_away: "slip", low_block: "block", circular_parry: "parry", wrist_turn: "parry",
  soft_redirect: "parry", counter_throw: "throw", tidal_sweep: "wave", river_stance: "river",
  still_water_mind: "stillwater", cover_up: "wall", high_guard: "block", turtle_shell: "turtle",
  double_forearm_block: "wall", iron_shirt: "wall", immovable_root: "root", stone_post: "sumo",
  mountain_wall: "mountain", temple_guardian: "guardian", unbroken_ground: "mountain",

  round_kick: "round", back_round_kick: "backround", spinning_backfist: "backfist", spinning_back_kick: "backkick",
  high_round_kick: "high", hand_fake: "fake", fast_footwork: "slip", burst_of_speed: "burst", change_sides: "turn",
  hard_block: "wall",

  left_arm: "block", right_arm: "reverse", left_leg: "round", right_leg: "front", recovery: "bow", zen_recovery: "rest",
  turtle: "turtle", crane: "crane", drunken: "drunken", lightspeed: "light", iron_body: "wall", shadow: "shades",
  mantis: "mantis", thunder: "thunder", venom: "breath", zen: "rest", crane_left_leg: "high", drunken_left_arm: "drunken",
  shadow_left_arm: "shades", mantis_right_arm: "mantis", thunder_right_leg: "thunder", lightspeed_right_leg: "light",
  iron_body_left_arm: "wall", turtle_right_arm: "turtle", venom_left_leg: "backkick",
  planning: "calm", battle_cry: "will", sweep: "wave",

  igor: "boxer", kimberley: "guard", hirumasa: "sumo", li_ming: "tiger", ricardo: "drunken", wonja: "knee",
  bite_of_the_tiger: "reverse", leopards_fury: "blitz", drunken_master: "crane",
};

/** The first word that fits. @type {[RegExp, string][]} */
const WORDS = [
  [/spinning|back.?kick|whirl|tornado/, "backkick"], [/high|axe|sky|jump|fly/, "high"], [/round|sweep|tail|capoeira|negativa/, "round"],
  [/side.?kick/, "side"], [/knee/, "knee"], [/kick|leg|foot|feet/, "front"], [/lock|grab|hold|throw|grip|clinch/, "throw"], [/head|butt/, "blitz"],
  [/fist|punch|arm|hand|elbow|hook|jab|strike|hit|blow|claw|bite/, "reverse"], [/block|guard|shield|wall|iron|stone|shell|armou?r|defen/, "block"],
  [/shout|kiai|cry|roar|rage|fury|fire/, "will"], [/calm|zen|rest|breath|meditat|seren|spirit|chi/, "rest"], [/dodge|slip|escape|step|move/, "slip"],
  [/sumo|harite|body|weight/, "sumo"], [/drunk|dance|monkey|ginga/, "drunken"], [/crane|bird|wing/, "crane"], [/tiger|leopard|dragon|snake|mantis/, "mantis"],
];

/** @param {string} face @param {string} [other] */
export function drawnAs(face, other = "guard") {
  const known = DRAWN[face] || (face in FIGURES && face);
  return known || WORDS.find(([word]) => word.test(face.toLowerCase()))?.[1] || other;
}

/** How a pawn stands, by its face or its seat. @param {string} face @param {number | null} owner */
export const stance = (face, owner) => drawnAs(face || "", ["guard", "guard", "sumo", "tiger", "boxer", "guard"][(owner ?? 0) % 6]);
