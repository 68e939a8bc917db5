/** The page of a refusal: the hall has written the sentence, the bar is added here. */
import { bar, byId } from "../lib/dom.js";

byId("page").prepend(bar([]));
