/* Dojo Duel with default options and the tree search in plain C: what the compiled build is
 * measured against. Rules, order of actions and use of random numbers are those of
 * src/budokan/games/dojo_duel and src/budokan/agents, so that both play the very same games.
 *
 * dojo_duel play|search|copy|guess SECONDS SEED < numbers
 * The numbers: points, then Yang, Yin and the two decks, one number for each kind of card.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KINDS = 50, HAND = 5, LARGEST = 40, ROUND_LIMIT = 50 };
enum { CHANCE = 8, NO_CARD = -1, HIDDEN = -2 };
enum phase { TOSS, DRAW, KICKER, POINT, SHOWS, ANSWER, WINDOW, OVER };
enum action {
    A_KICKER = 0, A_ANSWER = 62, A_POINT = 124, A_PASS = 273, A_REVEAL = 274,
    A_TOSS = 277, A_DRAW = 279, A_SHOWS = 341, A_DRAW_VEILED = 403, A_KICKER_VEILED = 404
};

typedef int8_t Card;

/* What a deck held when it was last shuffled stays in its buffer up to `stocked`. */
typedef struct {
    int points, hand_n, deck_n, stocked, recycle_n, field_n, held_n, veiled;
    Card hand[HAND + 1], deck[LARGEST], recycle[LARGEST], field[2], held[HAND + 1];
    Card kicker, shown;
    int64_t suspects;
} Side;

typedef struct {
    Side side[2];
    int phase, mask, round, first, turn, passes;
} State;

static int yang[KINDS], yin[KINDS];
static State start;

/* -- random numbers ------------------------------------------------------------------------ */

typedef struct { uint64_t state; } Rng;

static const uint64_t MULTIPLIER = 698769069, WORD = 0xFFFFFFFF;

static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t x = (a ^ (a >> 32) ^ 0x9E3779B9) & WORD;
    uint64_t y = (b ^ (b >> 32)) & WORD;
    for (int i = 0; i < 3; i++) {
        x = ((x ^ (x >> 16)) * 0x45D9F3B + y) & WORD;
        y = ((y ^ (y >> 15)) * 0x2C1B3C6D + x) & WORD;
    }
    return (x ^ (x >> 16)) & WORD;
}

static Rng new_rng(uint64_t seed) {
    uint64_t high = mix(seed, 0) % (MULTIPLIER - 1);
    return (Rng){(high << 32) + mix(1, seed) + 1};
}

static int below(Rng *rng, int n) {
    uint64_t x = MULTIPLIER * (rng->state & WORD) + (rng->state >> 32);
    rng->state = x;
    return (int)((((x ^ (x >> 32)) & WORD) * (uint64_t)n) >> 32);
}

/* -- piles --------------------------------------------------------------------------------- */

static int64_t bit(Card card) { return (int64_t)1 << card; }

static int find(const Card *cards, int n, Card card) {
    for (int i = 0; i < n; i++)
        if (cards[i] == card) return i;
    return -1;
}

static Card take_in_order(Card *cards, int *n, int index) {
    Card card = cards[index];
    --*n;
    for (int i = index; i < *n; i++) cards[i] = cards[i + 1];
    return card;
}

static Card take_at(Card *cards, int *n, int index) {
    Card card = cards[index];
    cards[index] = cards[--*n];
    return card;
}

static Card pull(Card *cards, int index, int last) {
    Card card = cards[index];
    cards[index] = cards[last];
    cards[last] = card;
    return card;
}

static void sort(Card *cards, int from, int to) {
    for (int i = from + 1; i < to; i++) {
        Card card = cards[i];
        int j = i;
        for (; j > from && cards[j - 1] > card; j--) cards[j] = cards[j - 1];
        cards[j] = card;
    }
}

/* -- what may be done ---------------------------------------------------------------------- */

static int list_cards(const Side *side, int base, int *out) {
    int64_t listed = 0;
    int n = 0;
    for (int i = 0; i < side->hand_n; i++) {
        Card card = side->hand[i];
        if (listed >> card & 1) continue;
        listed |= bit(card);
        out[n++] = base + card;
    }
    return n;
}

static int legal(const State *s, int seat, int *out) {
    if (!(s->mask >> seat & 1)) return 0;
    switch (s->phase) {
    case ANSWER: return list_cards(&s->side[seat], A_ANSWER, out);
    case POINT: out[0] = A_POINT; return 1;
    case WINDOW: out[0] = A_PASS; out[1] = A_REVEAL; return 2;
    case KICKER: return list_cards(&s->side[seat], A_KICKER, out);
    default: return 0;
    }
}

/* -- what it does -------------------------------------------------------------------------- */

static void reshuffle(Side *side) {
    if (side->kicker != NO_CARD) {
        int64_t hidden = bit(side->kicker);
        for (int i = 0; i < side->hand_n; i++) hidden |= bit(side->hand[i]);
        side->suspects &= hidden;
    }
    memcpy(side->deck, side->recycle, sizeof side->deck);
    side->deck_n = side->stocked = side->recycle_n;
    side->recycle_n = 0;
}

static void must_draw(State *s, int seat) {
    s->phase = DRAW;
    s->mask = 1 << CHANCE;
    if (s->side[seat].deck_n == 0) reshuffle(&s->side[seat]);
}

static void begin_turn(State *s, int seat) {
    s->turn = seat;
    s->phase = POINT;
    s->mask = 1 << seat;
}

static void go_on_drawing(State *s) {
    if (s->side[0].hand_n < HAND) {
        must_draw(s, 0);
    } else if (s->side[1].hand_n < HAND) {
        must_draw(s, 1);
    } else if (s->round == 1 && s->side[0].kicker == NO_CARD) {
        s->phase = KICKER;
        s->mask = 3;
    } else {
        begin_turn(s, s->first);
    }
}

static void toss(State *s, int seat) {
    s->first = seat;
    go_on_drawing(s);
}

static void draw(Side *side, Card card) {
    int last = side->deck_n - 1;
    pull(side->deck, find(side->deck, side->deck_n, card), last);
    side->deck_n = last;
    side->hand[side->hand_n++] = card;
}

static void lay_kicker(State *s, int seat, Card card) {
    Side *side = &s->side[seat];
    side->kicker = take_in_order(side->hand, &side->hand_n, find(side->hand, side->hand_n, card));
    s->mask &= ~(1 << seat);
    if (s->mask == 0) go_on_drawing(s);
}

static int was_drawn(const Side *side, Card card) {
    return find(side->deck + side->deck_n, side->stocked - side->deck_n, card) >= 0;
}

/* Once all cards drawn since the reshuffle were played, hand and kicker are known again. */
static void narrow(Side *side) {
    int64_t hidden = bit(side->kicker);
    for (int i = side->hand_n - 1; i >= 0; i--) {
        if (was_drawn(side, side->hand[i])) return;
        hidden |= bit(side->hand[i]);
    }
    if (!was_drawn(side, side->kicker)) side->suspects &= hidden;
}

static void play(Side *side, Card card) {
    int index = find(side->hand, side->hand_n, card);
    side->field[side->field_n++] = take_in_order(side->hand, &side->hand_n, index);
    if (side->kicker != NO_CARD) narrow(side);
}

static void show(State *s, Card card) {
    play(&s->side[1 - s->turn], card);
    s->phase = ANSWER;
    s->mask = 1 << s->turn;
}

static int total(const Side *side, const int *values) {
    int sum = side->shown != NO_CARD ? values[side->shown] : 0;
    for (int i = 0; i < side->field_n; i++) sum += values[side->field[i]];
    return sum;
}

static int loss(const Side *me, const Side *foe) {
    int through = total(foe, yang) - total(me, yin);
    return through > 0 ? through : 0;
}

static void clean(Side *side) {
    for (int i = 0; i < side->field_n; i++) side->recycle[side->recycle_n++] = side->field[i];
    side->field_n = 0;
    if (side->shown != NO_CARD) {
        side->recycle[side->recycle_n++] = side->shown;
        side->shown = NO_CARD;
    }
}

static void compare(State *s) {
    Side *a = &s->side[0], *b = &s->side[1];
    int lost_a = loss(a, b), lost_b = loss(b, a);
    s->passes = 0;
    a->points -= lost_a;
    b->points -= lost_b;
    if (a->points <= 0 || b->points <= 0 || s->round == ROUND_LIMIT) {
        s->phase = OVER;
        s->mask = 0;
        return;
    }
    clean(a);
    clean(b);
    s->round++;
    s->first = 1 - s->first;
    go_on_drawing(s);
}

static void ask(State *s, int seat, int passes) {
    for (; passes < 2; passes++, seat = 1 - seat) {
        if (s->side[seat].kicker == NO_CARD) continue;
        s->phase = WINDOW;
        s->turn = seat;
        s->mask = 1 << seat;
        s->passes = passes;
        return;
    }
    compare(s);
}

static void answer(State *s, int seat, Card card) {
    play(&s->side[seat], card);
    if (seat == s->first) begin_turn(s, 1 - seat);
    else ask(s, s->first, 0);
}

static void speak(State *s, int seat, int action) {
    Side *side = &s->side[seat];
    if (action == A_PASS) {
        ask(s, 1 - seat, s->passes + 1);
        return;
    }
    side->shown = side->kicker;
    side->kicker = NO_CARD;
    side->suspects = 0;
    ask(s, 1 - seat, 0);
}

static int drawer(const State *s) { return s->side[0].hand_n < HAND ? 0 : 1; }

static void apply(State *s, int seat, int action) {
    switch (s->phase) {
    case ANSWER: answer(s, seat, action - A_ANSWER); break;
    case POINT: s->phase = SHOWS; s->mask = 1 << CHANCE; break;
    case SHOWS: show(s, action - A_SHOWS); break;
    case DRAW: draw(&s->side[drawer(s)], action - A_DRAW); go_on_drawing(s); break;
    case WINDOW: speak(s, seat, action); break;
    case KICKER: lay_kicker(s, seat, action - A_KICKER); break;
    default: toss(s, action - A_TOSS);
    }
}

static double score(const State *s, int seat) {
    int mine = s->side[seat].points, theirs = s->side[1 - seat].points;
    if (s->phase != OVER) return 0.0;
    return mine == theirs ? 0.5 : mine > theirs ? 1.0 : 0.0;
}

/* -- chance -------------------------------------------------------------------------------- */

static int sample(const State *s, Rng *rng) {
    const Side *side;
    switch (s->phase) {
    case TOSS: return A_TOSS + below(rng, 2);
    case DRAW: side = &s->side[drawer(s)]; return A_DRAW + side->deck[below(rng, side->deck_n)];
    default: side = &s->side[1 - s->turn]; return A_SHOWS + side->hand[below(rng, side->hand_n)];
    }
}

static void fill_hand(Side *side, Rng *rng) {
    while (side->hand_n < HAND) {
        if (side->deck_n == 0) reshuffle(side);
        draw(side, side->deck[below(rng, side->deck_n)]);
    }
}

static int settle(State *s, Rng *rng) {
    while (s->mask == 1 << CHANCE) {
        if (s->phase == SHOWS) {
            const Side *side = &s->side[1 - s->turn];
            show(s, side->hand[below(rng, side->hand_n)]);
        } else if (s->phase == DRAW) {
            fill_hand(&s->side[0], rng);
            fill_hand(&s->side[1], rng);
            go_on_drawing(s);
        } else {
            toss(s, below(rng, 2));
        }
    }
    return s->mask;
}

/* -- who sees what ------------------------------------------------------------------------- */

static void tidy(Side *side) {
    sort(side->recycle, 0, side->recycle_n);
    sort(side->deck, 0, side->deck_n);
    sort(side->deck, side->deck_n, side->stocked);
}

/* The unseen cards of the stock to its front; what else is hidden is in hand or kicker. */
static void sift(Side *side) {
    int front = side->deck_n;
    for (int i = 0; i <= side->hand_n; i++) {
        Card card = i == side->hand_n ? side->kicker : side->hand[i];
        int j = front;
        while (j < side->stocked && side->deck[j] != card) j++;
        if (j < side->stocked) pull(side->deck, j, front++);
        else if (card != NO_CARD) side->held[side->held_n++] = card;
    }
    sort(side->deck, 0, front);
    sort(side->deck, front, side->stocked);
    sort(side->held, 0, side->held_n);
}

static void observe(State *s, int seat) {
    Side *side = &s->side[1 - seat];
    tidy(&s->side[seat]);
    side->veiled = 1;
    sift(side);
    sort(side->recycle, 0, side->recycle_n);
    for (int i = 0; i < side->hand_n; i++) side->hand[i] = HIDDEN;
    if (side->kicker != NO_CARD) side->kicker = HIDDEN;
}

/* Any card of hand and kicker that cannot be ruled out; how many are left in the stock. */
static int deal_kicker(Side *side, Rng *rng, int left) {
    for (;;) {
        int i = below(rng, side->hand_n + 1);
        if (i < side->held_n) {
            if (!(side->suspects >> side->held[i] & 1)) continue;
            side->kicker = take_at(side->held, &side->held_n, i);
            return left;
        }
        i = below(rng, left);
        if (!(side->suspects >> side->deck[i] & 1)) continue;
        side->kicker = pull(side->deck, i, left - 1);
        return left - 1;
    }
}

static void deal(Side *side, Rng *rng) {
    int left = side->deck_n + side->hand_n + (side->kicker != NO_CARD) - side->held_n;
    if (side->kicker == HIDDEN) left = deal_kicker(side, rng, left);
    for (int i = 0; i < side->hand_n; i++) {
        if (i < side->held_n) {
            side->hand[i] = side->held[i];
        } else {
            left--;
            side->hand[i] = pull(side->deck, below(rng, left + 1), left);
        }
    }
    side->held_n = 0;
    side->veiled = 0;
}

static void guess(State *s, Rng *rng) {
    for (int owner = 0; owner < 2; owner++)
        if (s->side[owner].veiled) deal(&s->side[owner], rng);
}

static int seen(const State *s, int viewer, int seat, int action) {
    if (s->phase == DRAW) return viewer == drawer(s) ? action : A_DRAW_VEILED;
    if (viewer == seat) return action;
    return s->phase == KICKER ? A_KICKER_VEILED : action;
}

/* -- random matches ------------------------------------------------------------------------ */

static int first_seat(int mask) {
    int seat = 0;
    while (!(mask >> seat & 1)) seat++;
    return seat;
}

static int playout(State *s, Rng *rng, int *out) {
    int decisions = 0;
    for (int acting = settle(s, rng); acting != 0; acting = settle(s, rng)) {
        int seat = first_seat(acting);
        int n = legal(s, seat, out);
        apply(s, seat, out[below(rng, n)]);
        decisions++;
    }
    return decisions;
}

static uint64_t playouts(int games, uint64_t seed, long *decisions) {
    State state;
    Rng rng = new_rng(seed);
    int out[1024];
    uint64_t check = 0;
    for (int i = 0; i < games; i++) {
        state = start;
        int n = playout(&state, &rng, out);
        double result = score(&state, 0);
        int won = result > 0.75 ? 1 : result < 0.25 ? 2 : 3;
        check = (check * 31 + (uint64_t)n * 4 + (uint64_t)won) & WORD;
        *decisions += n;
    }
    return check;
}

/* -- the tree search ----------------------------------------------------------------------- */

enum { NONE = -1, ITERATIONS = 1000, NODES = ITERATIONS * 4 + 256, DEPTH = 4096 };

typedef struct {
    int first, next, edge, visits, possible, mover;
    double total;
} Node;

static struct {
    Node node[NODES];
    int nodes, path[DEPTH], depth, out[1024], codes[1024];
} tree;

static int child_of(int parent, int code) {
    int child = tree.node[parent].first;
    while (child != NONE && tree.node[child].edge != code) child = tree.node[child].next;
    return child;
}

static int add(int parent, int code, int mover) {
    int new = tree.nodes++;
    tree.node[new] = (Node){NONE, NONE, code, 0, 0, mover, 0.0};
    if (parent != NONE) {
        tree.node[new].next = tree.node[parent].first;
        tree.node[parent].first = new;
    }
    return new;
}

static double bound(const Node *node) {
    double visits = node->visits;
    double spread = sqrt(log((double)(node->possible + 1)) / visits);
    return node->total / visits + 0.7 * spread;
}

static void note_possible(int parent, int n) {
    for (int child = tree.node[parent].first; child != NONE; child = tree.node[child].next)
        for (int i = 0; i < n; i++)
            if (tree.codes[i] == tree.node[child].edge) {
                tree.node[child].possible++;
                break;
            }
}

static int highest(int node, int n, Rng *rng) {
    int pick = 0, ties = 0;
    double top = -1.0;
    for (int i = 0; i < n; i++) {
        double value = bound(&tree.node[child_of(node, tree.codes[i])]);
        if (value > top) {
            top = value, pick = i, ties = 1;
        } else if (value == top && below(rng, ++ties) == 0) {
            pick = i;
        }
    }
    return pick;
}

static int choose(const State *s, int node, int seat, int me, Rng *rng) {
    int n = legal(s, seat, tree.out), fresh = 0, pick = 0;
    for (int i = 0; i < n; i++) {
        tree.codes[i] = seen(s, me, seat, tree.out[i]);
        if (child_of(node, tree.codes[i]) == NONE && below(rng, ++fresh) == 0) pick = i;
    }
    if (fresh == 0) pick = highest(node, n, rng);
    note_possible(node, n);
    return tree.out[pick];
}

static void learn(const State *s) {
    for (int i = 0; i < tree.depth; i++) {
        Node *node = &tree.node[tree.path[i]];
        node->visits++;
        if (node->mover != CHANCE) node->total += score(s, node->mover);
    }
}

static void iterate(State *s, int me, Rng *rng) {
    int node = 0;
    tree.depth = 0;
    while (s->mask != 0 && tree.depth < DEPTH) {
        int seat = CHANCE, action;
        if (s->mask == 1 << CHANCE) {
            action = sample(s, rng);
        } else {
            seat = s->mask >> me & 1 ? me : first_seat(s->mask);
            action = choose(s, node, seat, me, rng);
        }
        int code = seen(s, me, seat, action);
        int child = child_of(node, code);
        int fresh = child == NONE;
        if (fresh && tree.nodes < NODES) child = add(node, code, seat);
        apply(s, seat, action);
        if (child != NONE) tree.path[tree.depth++] = child;
        if (fresh) break;
        node = child;
    }
    playout(s, rng, tree.out);
    learn(s);
}

static void search(const State *view, int me, Rng *rng) {
    State state;
    tree.nodes = 0;
    add(NONE, NONE, NONE);
    for (int i = 0; i < ITERATIONS; i++) {
        state = *view;
        guess(&state, rng);
        iterate(&state, me, rng);
    }
}

/* -- measuring ----------------------------------------------------------------------------- */

/* Fast and slow programs repeat the same few parts, so that all do alike work. */
enum { GAMES = 500, COPIES = 20000, PARTS = 16 };

/* A position in the middle of a random match, as the seat to move sees it; who that is. */
static int find_view(State *view, Rng *rng) {
    int out[1024];
    *view = start;
    int skip = below(rng, 40);
    for (;;) {
        int acting = settle(view, rng);
        if (acting == 0) {
            *view = start;
            continue;
        }
        int seat = first_seat(acting);
        int n = legal(view, seat, out);
        if (skip-- <= 0 && n > 1) {
            observe(view, seat);
            return seat;
        }
        apply(view, seat, out[below(rng, n)]);
    }
}

static uint64_t search_once(uint64_t seed, double *spent) {
    State view;
    Rng rng = new_rng(seed);
    int seat = find_view(&view, &rng);
    clock_t before = clock();
    search(&view, seat, &rng);
    *spent += (double)(clock() - before) / CLOCKS_PER_SEC;
    uint64_t check = 0;
    for (int child = tree.node[0].first; child != NONE; child = tree.node[child].next) {
        const Node *node = &tree.node[child];
        check = (check * 31 + (uint64_t)(node->edge * 4096 + node->visits)) & WORD;
    }
    return check;
}

static void copy_state(State *to, const State *from) { *to = *from; }

/* Called through this, so that no copy can be optimised away. */
static void (*volatile copy)(State *, const State *) = copy_state;

static uint64_t copies(uint64_t seed, int guessing, double *spent) {
    State view, twin;
    Rng rng = new_rng(seed);
    find_view(&view, &rng);
    clock_t before = clock();
    for (int i = 0; i < COPIES; i++) {
        copy(&twin, &view);
        if (guessing) guess(&twin, &rng);
    }
    *spent += (double)(clock() - before) / CLOCKS_PER_SEC;
    return rng.state & WORD;
}

static int number(void) {
    int n;
    if (scanf("%d", &n) != 1) exit(2);
    return n;
}

static void read_start(void) {
    int points = number();
    for (int i = 0; i < KINDS; i++) yang[i] = number();
    for (int i = 0; i < KINDS; i++) yin[i] = number();
    start = (State){.phase = TOSS, .mask = 1 << CHANCE, .round = 1};
    for (int seat = 0; seat < 2; seat++) {
        Side *side = &start.side[seat];
        side->points = points;
        side->kicker = side->shown = NO_CARD;
        side->suspects = bit(KINDS) - 1;
        for (int kind = 0; kind < KINDS; kind++)
            for (int copies = number(); copies > 0; copies--) side->deck[side->deck_n++] = kind;
        side->stocked = side->deck_n;
    }
}

/* One part of the work: what it counts to, and its checksum. */
static int work(const char *what, uint64_t seed, double *spent, long *decisions, uint64_t *check) {
    if (strcmp(what, "play") == 0) {
        clock_t before = clock();
        *check = playouts(GAMES, seed, decisions);
        *spent += (double)(clock() - before) / CLOCKS_PER_SEC;
        return GAMES;
    }
    if (strcmp(what, "search") == 0) {
        *check = search_once(seed, spent);
        return ITERATIONS;
    }
    *check = copies(seed, strcmp(what, "guess") == 0, spent);
    return COPIES;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    double seconds = atof(argv[2]), spent = 0;
    uint64_t seed = strtoull(argv[3], NULL, 10), check;
    long done = 0, decisions = 0;
    read_start();
    printf("{\"checks\": [");
    for (int part = 0; spent < seconds; part++) {
        done += work(argv[1], seed + part % PARTS, &spent, &decisions, &check);
        printf(part ? ", %llu" : "%llu", (unsigned long long)check);
    }
    printf("], \"cpu\": %.6f, \"done\": %ld, \"decisions\": %ld}\n", spent, done, decisions);
    return 0;
}
