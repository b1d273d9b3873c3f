import { z } from 'zod';

// The policy of the page allows no code made from text, which zod tries as soon as a schema is made.
z.config({ jitless: true });
